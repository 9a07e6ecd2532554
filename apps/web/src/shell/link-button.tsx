import { Button } from '../ui/button.tsx'
import { useLink } from './use-link-wallet.ts'

/** Asks for a wallet; there while connecting is allowed. */
export function LinkButton() {
  const { allowed, button, link } = useLink()
  if (!allowed) return null
  return (
    <Button ref={button} icon="link" className="w-full known:hidden" onClick={link}>
      Link
    </Button>
  )
}
