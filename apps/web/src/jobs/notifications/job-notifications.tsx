import { useEffect } from 'react'
import { useNavigation } from '../../navigation/navigation.ts'
import { useStore } from '../../store/use-store.ts'
import { withJob } from '../open-job.ts'
import { followWhileHidden } from './follow-while-hidden.ts'
import { holdWhileVisible } from './hold-while-visible.ts'
import { permission, watchPermission } from './permission.ts'
import { keepSubscribed } from './push-subscription.ts'
import { settingOf } from './setting.ts'

/** Notifications of the user's jobs while this page is open. Shows nothing in the page. */
export function JobNotifications({ address }: { address: string }) {
  const setting = useStore(settingOf(address))
  const granted = useStore(permission) === 'granted'
  const isOn = setting === 'on' && granted
  useEffect(() => void watchPermission(), [])
  useEffect(() => (isOn ? holdWhileVisible() : undefined), [isOn])
  useEffect(() => (isOn ? followWhileHidden(address) : undefined), [isOn, address])
  useEffect(() => {
    if (isOn) void keepSubscribed()
  }, [isOn])
  useOpenedJobs()
  return null
}

/** A job whose notification was clicked is opened over the current screen. */
function useOpenedJobs(): void {
  const navigation = useNavigation()
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    const onMessage = ({ data }: MessageEvent<{ type?: string; jobId?: string }>) => {
      if (data.type === 'open' && data.jobId) navigation.go({ to: '.', search: withJob(data.jobId) })
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [navigation])
}
