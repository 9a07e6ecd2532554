import { useEffect, useRef } from 'react'
import { mayConnect } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'

/** For a button that links a wallet. It is hidden while the user chooses one; when it is shown again, it gets the focus back. */
export function useLinkWallet() {
  const account = useAccount()
  const allowed = mayConnect(account)
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)

  useEffect(() => {
    if (!allowed || !asked.current) return
    let frame = requestAnimationFrame(focus)
    // While a dialog is open, nothing behind it can be focused: try again until it is closed.
    function focus() {
      button.current?.focus()
      asked.current = document.activeElement !== button.current
      if (asked.current) frame = requestAnimationFrame(focus)
    }
    return () => cancelAnimationFrame(frame)
  }, [allowed])

  const link = () => {
    asked.current = true
    account.link()
  }
  return { allowed, button, link }
}
