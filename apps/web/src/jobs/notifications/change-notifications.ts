import type { PushTopic } from '@infra/protocol/jobs/push'
import { permission, requestPermission } from './permission.ts'
import { unsubscribe } from './push-subscription.ts'
import { changeSetting, topicsOf } from './setting.ts'

/** Asks the browser for permission if it hasn't been asked yet. If the user declines there, the setting stays as it is. */
export async function turnOnNotifications(address: string, topic: PushTopic): Promise<void> {
  if (permission.get() === 'prompt') await requestPermission()
  if (permission.get() === 'granted') changeSetting(address, topic, 'on')
}

/** If other topics are still on, the subscription stays. */
export async function turnOffNotifications(address: string, topic: PushTopic): Promise<void> {
  changeSetting(address, topic, 'off')
  if (topicsOf(address).length === 0) await unsubscribe()
}
