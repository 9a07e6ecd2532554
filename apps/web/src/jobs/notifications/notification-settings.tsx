import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useStore } from '../../store/use-store.ts'
import { turnOffNotifications, turnOnNotifications } from './change-notifications.ts'
import { type Permission, permission, watchPermission } from './permission.ts'
import { push } from './push-subscription.ts'
import { settingOf } from './setting.ts'

/** Whether this browser tells of jobs that end, and what keeps it from doing so. */
export function NotificationSettings({ address }: { address: string }) {
  const setting = useStore(settingOf(address))
  const allowed = useStore(permission)
  const pushed = useStore(push)
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => void watchPermission(), [])
  const isOn = setting === 'on' && allowed === 'granted'
  const canChange = allowed === 'prompt' || allowed === 'granted'

  function change(on: boolean) {
    setProblem(undefined)
    const changing = on ? turnOnNotifications(address) : turnOffNotifications(address)
    changing.catch(setProblem)
  }

  return (
    <>
      <p className="text-muted">
        Get a notification when a job of yours finishes or fails while you’re not looking at Infra. It names
        the app, never what you wrote or sent. This is for this browser only.
      </p>
      <label className="flex min-h-11 items-center gap-3 self-start has-disabled:text-muted">
        <input
          type="checkbox"
          checked={isOn}
          disabled={!canChange}
          className="size-5 shrink-0 accent-text"
          onChange={(event) => change(event.target.checked)}
        />
        Tell me when a job ends
      </label>
      <p role="status">{canChange ? (isOn ? reach[pushed] : 'Off.') : obstacles[allowed]}</p>
      <p role="alert" className="text-danger empty:hidden">
        {problem ? errorMessage(problem as Error) : null}
      </p>
    </>
  )
}

const obstacles: Record<Exclude<Permission, 'prompt' | 'granted'>, string> = {
  unknown: '',
  unsupported:
    'This browser can’t show notifications here. On an iPhone or iPad, add Infra to the Home Screen first (Share, then Add to Home Screen) and open it from there.',
  denied:
    'Your browser blocks notifications from Infra. To allow them, open the site settings beside the address, set Notifications to Allow, and come back.',
}

const reach = {
  unknown: 'On.',
  on: 'On, even when Infra is closed. Signing out turns it off.',
  unavailable:
    'On while Infra is open, also in a tab in the background. This browser has no push service that it can reach, so nothing comes once you close Infra.',
}
