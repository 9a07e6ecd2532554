import { usePageLocation } from './navigation.ts'
import { type Screen, screens } from './screens.ts'

/** Nothing on a path that no screen has. */
export function useCurrentScreen(): Screen | undefined {
  const { path } = usePageLocation()
  return screens.find((screen) => screen.path === path)
}
