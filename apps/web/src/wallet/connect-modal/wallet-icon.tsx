import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** Without alternative text, since the name is beside it. */
export function WalletIcon({ icon }: { icon?: string }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="flex size-7 shrink-0 items-center justify-center text-muted">
      {icon && !isBroken ? (
        // In an <img> an SVG cannot run scripts, whatever the wallet put into it.
        <img src={icon} alt="" className="size-7 object-contain" onError={() => setBroken(true)} />
      ) : (
        <Icon name="connection" size={22} />
      )}
    </span>
  )
}
