import { type PushTopic, pushTopics } from '@infra/protocol/jobs/push'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useStore } from '../../store/use-store.ts'
import { turnOffNotifications, turnOnNotifications } from './change-notifications.ts'
import { type Permission, permission, watchPermission } from './permission.ts'
import { push } from './push-subscription.ts'
import { settingOf } from './setting.ts'

const labels: Record<PushTopic, string> = {
  jobs: 'Tell me when a job ends',
  nodes: 'Tell me when something is wrong with a node of mine',
}

/** What this browser notifies the user of, and what prevents that. */
export function NotificationSettings({ address }: { address: string }) {
  const settings = {
    jobs: useStore(settingOf(address, 'jobs')),
    nodes: useStore(settingOf(address, 'nodes')),
  }
  const allowed = useStore(permission)
  const pushed = useStore(push)
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => void watchPermission(), [])
  const isOn = (topic: PushTopic) => settings[topic] === 'on' && allowed === 'granted'
  const canChange = allowed === 'prompt' || allowed === 'granted'

  function change(topic: PushTopic, on: boolean) {
    setProblem(undefined)
    const changing = on ? turnOnNotifications(address, topic) : turnOffNotifications(address, topic)
    changing.catch(setProblem)
  }

  return (
    <>
      <p className="text-muted">
        Get a notification when a job of yours finishes or fails while you’re not looking at Infra, or when a
        node of yours needs you. It names the app or the node, never what you wrote or sent. This is for this
        browser only.
      </p>
      {pushTopics.map((topic) => (
        <label key={topic} className="flex min-h-11 items-center gap-3 self-start has-disabled:text-muted">
          <input
            type="checkbox"
            checked={isOn(topic)}
            disabled={!canChange}
            className="size-5 shrink-0 accent-text"
            onChange={(event) => change(topic, event.target.checked)}
          />
          {labels[topic]}
        </label>
      ))}
      <p role="status">{canChange ? (pushTopics.some(isOn) ? reach[pushed] : 'Off.') : obstacles[allowed]}</p>
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
