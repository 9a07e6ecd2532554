import { createStore } from '../store.ts'

export interface Toast {
  id: number
  kind: 'notice' | 'failure'
  text: string
}

export const TOAST_MS = 3000

export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Tells the person something that needs no answer. It goes away by itself. */
export function toast(kind: Toast['kind'], text: string): void {
  const id = ++lastId
  toasts.set([...toasts.get(), { id, kind, text }])
  setTimeout(() => closeToast(id), TOAST_MS)
}

export function closeToast(id: number): void {
  toasts.set(toasts.get().filter((other) => other.id !== id))
}
