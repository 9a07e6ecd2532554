import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useFocusOnMount } from './use-focus-on-mount.ts'

export function NoWalletFound() {
  const view = useFocusOnMount<HTMLDivElement>()

  return (
    <div ref={view} className="flex flex-col gap-4">
      <h3 tabIndex={-1} className="text-lg/6 font-semibold">
        How to get one
      </h3>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted">
        <li>
          On a computer: a wallet is an extension that keeps your account, such as MetaMask, Rabby or Frame.
          Install one from your browser's own extension store, create an account in it, then reload this page.
        </li>
        <li>On a phone: open this page in the browser inside your wallet app.</li>
        <li>In a private window extensions are usually off: allow yours there, or use a normal window.</li>
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" icon="refresh" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
        <CopyButton text={window.location.href} label="Copy this page's address" />
      </div>
    </div>
  )
}
