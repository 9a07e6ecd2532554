import { type ComponentProps, StrictMode, startTransition, useEffect, useState } from 'react'
import { AccountProvider } from './account/account-context.tsx'
import { type Navigation, NavigationProvider } from './navigation/navigation.ts'
import { Root } from './routes/root.tsx'
import { RouteError } from './shell/route-error.tsx'
import { CatchBoundary } from './ui/catch-boundary.tsx'
import { HydratingProvider } from './ui/use-is-hydrating.ts'

interface AppProps extends Omit<ComponentProps<typeof AccountProvider>, 'children'> {
  navigation: Navigation
  /** Whether to begin with exactly what the server renders. */
  hydrating: boolean
  /** Called when everything that the server rendered is hydrated. */
  onHydrated?: () => void
}

/** The whole app, as the browser and the server render it. */
export function App({ navigation, hydrating: startsHydrating, onHydrated, ...session }: AppProps) {
  const [hydrating, setHydrating] = useState(startsHydrating)
  useEffect(() => {
    // As a transition it waits until everything is hydrated, and the page responds to input meanwhile.
    if (hydrating) startTransition(() => setHydrating(false))
    else onHydrated?.()
  }, [hydrating, onHydrated])
  return (
    <StrictMode>
      <AccountProvider {...session}>
        <HydratingProvider value={hydrating}>
          <NavigationProvider value={navigation}>
            <CatchBoundary fallback={RouteError}>
              <Root />
            </CatchBoundary>
          </NavigationProvider>
        </HydratingProvider>
      </AccountProvider>
    </StrictMode>
  )
}
