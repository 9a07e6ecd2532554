import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { addressOf, leadsTo, type Target, useNavigation, usePageLocation } from './navigation.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, Omit<Target, 'replace'> {}

/** A link within this site: fetches the code of its screen ahead, and navigates without loading the page. */
export function Link({ to, search, hash, openedHere, onClick, ...rest }: LinkProps) {
  const navigation = useNavigation()
  const location = usePageLocation()
  const target = { to, search, hash, openedHere }
  const address = addressOf(target, location)
  const prepare = () => navigation.prepare(to)
  return (
    <a
      aria-current={leadsTo(address, location) ? 'page' : undefined}
      {...rest}
      href={address}
      onPointerEnter={prepare}
      onFocus={prepare}
      onTouchStart={prepare}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlain(event)) return
        event.preventDefault()
        navigation.go(target)
      }}
    />
  )
}

/** Redirects as soon as it is rendered. */
export function Navigate({ to }: { to: string }) {
  const navigation = useNavigation()
  useEffect(() => navigation.go({ to, replace: true }), [navigation, to])
  return null
}

/** The browser handles all other clicks: a new tab, a new window, a download. */
export function isPlain({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  defaultPrevented,
}: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented
}
