import { useEffect, useRef } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { useNavigation, usePageLocation } from '../navigation/navigation.ts'
import { homeNotice } from './home-notice.ts'

/** Brings a user who was sent Home back to the screen they wanted once they are signed in, unless they have gone elsewhere. */
export function useReturnToScreen(): void {
  const navigation = useNavigation()
  const { path } = usePageLocation()
  const { phase, returning } = useAccount()
  useEffect(() => {
    const notice = homeNotice.get()
    if (returning || phase !== 'authenticated' || notice?.reason !== 'guarded') return
    homeNotice.set(undefined)
    const { path, search } = notice.location
    // Checks the address, because the screen follows it a moment later, and the wallet may be back before Home is even shown.
    if (location.pathname === '/') navigation.go({ to: path, search, replace: true })
  }, [phase, returning, navigation])

  const before = useRef(path)
  useEffect(() => {
    if (before.current === '/' && path !== '/') homeNotice.set(undefined)
    before.current = path
  }, [path])
}
