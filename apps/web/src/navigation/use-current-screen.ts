import { usePageLocation } from './navigation.ts'
import { type Screen, screenAt } from './screens.ts'

/** Undefined on a path without a screen. */
export function useCurrentScreen(): Screen | undefined {
  return screenAt(usePageLocation().path)
}
