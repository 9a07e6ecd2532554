import { usePageLocation } from './navigation.ts'
import { type Screen, screens } from './screens.ts'

/** Undefined on a path without a screen. */
export function useCurrentScreen(): Screen | undefined {
  const { path } = usePageLocation()
  return screens.find((screen) => screen.path === path)
}
