import { pushTopics } from '@infra/protocol/jobs/push'
import { useEffect } from 'react'
import { useNavigation } from '../../navigation/navigation.ts'
import { useStore } from '../../store/use-store.ts'
import { withJob } from '../open-job.ts'
import { followWhileHidden } from './follow-while-hidden.ts'
import { holdWhileVisible } from './hold-while-visible.ts'
import { permission, watchPermission } from './permission.ts'
import { keepSubscribed } from './push-subscription.ts'
import { settingOf } from './setting.ts'

/** Notifies the user of their jobs while this page is open, and subscribes to push messages for when it's closed. Renders nothing. */
export function JobNotifications({ address }: { address: string }) {
  const granted = useStore(permission) === 'granted'
  const jobs = useStore(settingOf(address, 'jobs')) === 'on' && granted
  const nodes = useStore(settingOf(address, 'nodes')) === 'on' && granted
  useEffect(() => void watchPermission(), [])
  useEffect(() => (jobs ? holdWhileVisible() : undefined), [jobs])
  useEffect(() => (jobs ? followWhileHidden(address) : undefined), [jobs, address])
  useEffect(() => {
    const about = pushTopics.filter((topic) => ({ jobs, nodes })[topic])
    if (about.length > 0) void keepSubscribed(about)
  }, [jobs, nodes])
  useOpened()
  return null
}

/** A click on a notification opens its job over the current screen; for an alert, it opens the list of nodes. */
function useOpened(): void {
  const navigation = useNavigation()
  useEffect(() => {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    const onMessage = ({ data }: MessageEvent<{ type?: string; jobId?: string }>) => {
      if (data.type !== 'open') return
      navigation.go(data.jobId ? { to: '.', search: withJob(data.jobId) } : { to: '/nodes' })
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [navigation])
}
