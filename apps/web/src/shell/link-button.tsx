import { Button } from '../ui/button.tsx'
import { useLinkWallet } from './use-link-wallet.ts'

/** Lets the user link a wallet; shown while connecting is allowed. */
export function LinkButton() {
  const { allowed, button, link } = useLinkWallet()
  if (!allowed) return null
  return (
    <Button ref={button} icon="link" className="w-full known:hidden" onClick={link}>
      Link
    </Button>
  )
}
