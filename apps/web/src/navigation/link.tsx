import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { addressOf, leadsTo, type Target, useNavigation, usePlace } from './navigation.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, Omit<Target, 'replace'> {}

/** A way to somewhere on this site. */
export function Link({ to, search, hash, openedHere, onClick, ...rest }: LinkProps) {
  const navigation = useNavigation()
  const place = usePlace()
  const target = { to, search, hash, openedHere }
  const address = addressOf(target, place)
  const prepare = () => navigation.prepare(to)
  return (
    <a
      aria-current={leadsTo(address, place) ? 'page' : undefined}
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

/** Goes somewhere else as soon as it is shown. */
export function Navigate({ to }: { to: string }) {
  const navigation = useNavigation()
  useEffect(() => navigation.go({ to, replace: true }), [navigation, to])
  return null
}

/** All others are the browser's: another tab, another window, a file. */
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
