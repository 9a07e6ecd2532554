import { useMatches } from '@tanstack/react-router'
import type { Screen } from '../screens.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}

/** Nothing on a path that no screen has. */
export function useCurrentScreen(): Screen | undefined {
  return useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.screen) })
    ?.staticData.screen
}
