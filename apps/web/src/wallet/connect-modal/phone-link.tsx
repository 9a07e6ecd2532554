import { buttonStyle } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrCode } from './qr-code.tsx'

export function PhoneLink({ link }: { link: string }) {
  return (
    <>
      <QrCode text={link} label="Code to scan with the wallet on your phone" />
      <div className="flex flex-wrap gap-3">
        <CopyButton text={link} label="Copy link" />
        <a className={buttonStyle('text')} href={link}>
          Open a wallet on this device
        </a>
      </div>
    </>
  )
}
