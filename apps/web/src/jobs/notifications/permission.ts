import { createStore } from '../../store/store.ts'

/** `unknown` until the browser has reported it. */
export type Permission = 'unknown' | 'unsupported' | PermissionState

/** Whether this browser shows notifications of this site. Follows changes in the browser's settings. */
export const permission = createStore<Permission>('unknown')

let watching: Promise<void> | undefined

export function watchPermission(): Promise<void> {
  watching ??= watch()
  return watching
}

async function watch(): Promise<void> {
  if (!('Notification' in globalThis && navigator.serviceWorker && navigator.locks))
    return permission.set('unsupported')
  const status = await navigator.permissions.query({ name: 'notifications' })
  permission.set(status.state)
  status.onchange = () => permission.set(status.state)
}

/** Shows the browser's own question, only after a click. */
export async function requestPermission(): Promise<void> {
  const answer = await Notification.requestPermission()
  permission.set(answer === 'default' ? 'prompt' : answer)
}
