import type { LATER_TYPE } from '@infra/protocol/arrival'
import { expectedAccount } from './account/expected-account.ts'

/** Ends what is here, and returns the button that was pressed before anyone could answer it. */
export type EndEarly = () => HTMLButtonElement | undefined

declare global {
  var endEarly: EndEarly | undefined
}

// A script of its own, small and kept by the browser for good: it runs while the page is drawn, before all others.

const LATER: typeof LATER_TYPE = 'later'

// What the server drew is for a visitor; the stylesheet leaves room for whoever is known here.
if (expectedAccount().phase === 'authenticated') document.documentElement.dataset.known = ''

// Who reads on wants what is below, too.
for (const sign of ['keydown', 'pointerdown'])
  addEventListener(sign, () => {
    document.documentElement.dataset.touched = ''
  })

let pressed: HTMLButtonElement | undefined

function note({ target }: MouseEvent): void {
  pressed = (target as Element).closest('button') ?? undefined
}

addEventListener('click', note)

globalThis.endEarly = () => {
  removeEventListener('click', note)
  return pressed
}

afterFirstPaint(() => {
  if (document.readyState !== 'loading') startLater()
  else addEventListener('DOMContentLoaded', startLater)
})

function afterFirstPaint(act: () => void): void {
  // Nothing is painted in a tab behind another; but before one that is seen is painted, frames are asked for.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

function startLater(): void {
  for (const { src } of document.querySelectorAll<HTMLScriptElement>(`script[type="${LATER}"]`))
    void import(/* @vite-ignore */ src)
}
