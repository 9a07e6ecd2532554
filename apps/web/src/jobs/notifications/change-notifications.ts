import { askPermission, permission } from './permission.ts'
import { unsubscribe } from './push-subscription.ts'
import { changeSetting } from './setting.ts'

/** Asks the browser where it has not been asked yet. If the user says no there, the setting stays as it is. */
export async function turnOnNotifications(address: string): Promise<void> {
  if (permission.get() === 'prompt') await askPermission()
  if (permission.get() === 'granted') changeSetting(address, 'on')
}

export async function turnOffNotifications(address: string): Promise<void> {
  changeSetting(address, 'off')
  await unsubscribe()
}
