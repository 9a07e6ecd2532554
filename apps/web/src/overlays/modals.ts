import type { ReactNode } from 'react'
import { createStore } from '../store/store.ts'

export interface OpenModal {
  title: string
  body: ReactNode
}

export const modals = createStore<OpenModal | undefined>(undefined)

/** Shows the generic modal. One at a time: a second replaces the first. */
export function openModal(modal: OpenModal): void {
  modals.set(modal)
}

export function closeModal(): void {
  modals.set(undefined)
}
