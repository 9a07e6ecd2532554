import { useEffect, useState } from 'react'
import { useAccount } from '../account/account-context.tsx'

/** Between choosing a wallet and the request to sign there is a moment in which neither is in progress. */
const GIVEN_UP_AFTER_MS = 3_000

/** Waits until the user is signed in, then continues; gives up if the user closes the wallet's window. */
export function useAwaitedAccount(onSignedIn: () => void) {
  const { phase, returning, connecting, signingIn } = useAccount()
  const [isWaiting, setWaiting] = useState(false)
  const isAsking = connecting || signingIn === true || returning === true
  const isThere = isWaiting && phase === 'authenticated'

  // biome-ignore lint/correctness/useExhaustiveDependencies: it continues once, with the callback of that moment.
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
