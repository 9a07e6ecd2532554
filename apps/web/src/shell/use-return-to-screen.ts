import { useEffect } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { type PageLocation, useNavigation } from '../navigation/navigation.ts'

/** Where the user was when the wallet-loading phase ended before their wallet was back. */
let left: PageLocation | undefined

export function noticeLeft(location: PageLocation): void {
  left = location
}

/** Brings a user who was sent Home while their wallet was still returning back to their screen, unless they have gone elsewhere. */
export function useReturnToScreen(): void {
  const navigation = useNavigation()
  const { phase, returning } = useAccount()
  useEffect(() => {
    if (returning || !left) return
    const { path, search } = left
    left = undefined
    // By the address: the screen follows it a moment later, and their wallet may be back before Home is even shown.
    if (phase === 'authenticated' && location.pathname === '/')
      navigation.go({ to: path, search, replace: true })
  }, [phase, returning, navigation])
}
