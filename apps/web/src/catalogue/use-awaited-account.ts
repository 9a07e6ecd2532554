import { useEffect, useState } from 'react'
import { useAccount } from '../account/account-context.tsx'

/** Between choosing a wallet and being asked to sign lies a moment in which nothing seems to go on. */
const GIVEN_UP_AFTER_MS = 3_000

/** Waits until the person is signed in, then goes on; a person who closes the wallet's window has thought better of it. */
export function useAwaitedAccount(onSignedIn: () => void) {
  const { phase, connecting, signingIn } = useAccount()
  const [isWaiting, setWaiting] = useState(false)
  const isAsking = connecting || signingIn === true
  const isThere = isWaiting && phase === 'authenticated'

  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes on once, with whatever is to be done at that moment.
  useEffect(() => {
    if (!isThere) return
    setWaiting(false)
    onSignedIn()
  }, [isThere])

  useEffect(() => {
    if (!isWaiting || isAsking) return
    const timer = setTimeout(() => setWaiting(false), GIVEN_UP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, isAsking])

  return { isWaiting, start: () => setWaiting(true) }
}
