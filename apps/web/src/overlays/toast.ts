import { createStore } from '../store.ts'

export interface Toast {
  id: number
  kind: 'notice' | 'failure'
  text: string
  /** Closes the toast, too. */
  action?: { label: string; run: () => void }
}

export const TOAST_MS = 3000

export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Shows a message that needs no answer. It closes by itself. */
export function toast(kind: Toast['kind'], text: string): void {
  const id = ++lastId
  toasts.set([...toasts.get(), { id, kind, text }])
  setTimeout(() => closeToast(id), TOAST_MS)
}

/** For messages that have to be read, such as why the user was signed out: stays until the user or the returned function closes it. */
export function lastingToast(kind: Toast['kind'], text: string, action?: Toast['action']): () => void {
  const id = ++lastId
  toasts.set([...toasts.get(), { id, kind, text, action }])
  return () => closeToast(id)
}

export function closeToast(id: number): void {
  toasts.set(toasts.get().filter((other) => other.id !== id))
}
