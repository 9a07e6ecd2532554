import { useEffect, useState } from 'react'
import { useStore } from '../../store/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { turnOnNotifications } from './change-notifications.ts'
import { permission, watchPermission } from './permission.ts'
import { changeSetting, settingOf } from './setting.ts'

/** Someone who waits this long for a job may want to do something else meanwhile. */
const WAITED_MS = 8_000

/** Offered once, to someone who waits for a job of theirs. The browser asks only after the click. */
export function NotificationOffer({ address }: { address: string }) {
  const setting = useStore(settingOf(address, 'jobs'))
  const allowed = useStore(permission)
  const [hasWaited, setHasWaited] = useState(false)
  const [wasTurnedOn, setTurnedOn] = useState(false)
  useEffect(() => {
    void watchPermission()
    const timer = setTimeout(() => setHasWaited(true), WAITED_MS)
    return () => clearTimeout(timer)
  }, [])
  if (wasTurnedOn && setting === 'on')
    return (
      <p role="status" className="text-muted">
        You’ll get a notification when it’s done. Change this in your profile’s settings.
      </p>
    )
  if (!hasWaited || setting !== 'unset' || (allowed !== 'prompt' && allowed !== 'granted')) return null
  return (
    <div className="flex flex-col gap-3 border-l-2 border-cool pl-4">
      <p>Want to do something else meanwhile? We can send you a notification when it’s done.</p>
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={() => {
            setTurnedOn(true)
            void turnOnNotifications(address, 'jobs')
          }}
        >
          Tell me when it’s done
        </Button>
        <Button variant="text" onClick={() => changeSetting(address, 'jobs', 'off')}>
          No, thanks
        </Button>
      </div>
    </div>
  )
}
