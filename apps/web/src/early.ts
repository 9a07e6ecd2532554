import type { LATER_TYPE } from '@infra/protocol/pages/arrival'
import { expectedAccount } from './account/expected-account.ts'

/** Ends what is here, and returns the button that was pressed before anyone could answer it. */
export type EndEarly = () => HTMLButtonElement | undefined

declare global {
  var endEarly: EndEarly | undefined
}

// It stands in the page itself and runs while that is read, before anything is seen and before all other scripts.

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
  if (document.readyState !== 'loading') void startInTurn()
  else addEventListener('DOMContentLoaded', startInTurn)
})

const PATIENCE_MS = 1_000

/** What is seen goes first, its fonts and first pictures; but one that does not come holds nobody up. */
async function startInTurn(): Promise<void> {
  if (document.readyState !== 'complete')
    await Promise.race([
      new Promise((resolve) => addEventListener('load', resolve)),
      new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
    ])
  await startLater()
}

function afterFirstPaint(act: () => void): void {
  // Nothing is painted in a tab behind another; but before one that is seen is painted, frames are asked for.
  if (document.hidden) act()
  else requestAnimationFrame(() => setTimeout(act))
}

/** All are fetched at once. They run one after the other, so that whoever uses the page need not wait for all of them. */
async function startLater(): Promise<void> {
  const styled = startStyles()
  const later = [...document.querySelectorAll<HTMLScriptElement>(`script[type="${LATER}"]`)]
  for (const { src } of later) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: src }))
  }
  await styled
  for (const { src } of later) await import(/* @vite-ignore */ src)
}

/** The whole stylesheet; what is seen already has what it needs of it in the page. */
function startStyles(): Promise<unknown> | undefined {
  const styles = document.querySelector<HTMLLinkElement>(`link[rel="${LATER}"]`)
  if (!styles) return
  styles.rel = 'stylesheet'
  return new Promise((resolve) => {
    styles.onload = resolve
    styles.onerror = resolve
  })
}
