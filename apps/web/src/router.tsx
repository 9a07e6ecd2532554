import type { ScreenName } from '@infra/protocol/screens'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { Root } from './routes/root.tsx'
import { screens } from './screens.ts'
import { RouteError } from './shell/route-error.tsx'
import { Skeleton } from './ui/skeleton.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** A screen without a page does not compile. Each page is a file of its own, fetched when it is gone to. */
const pages: Record<ScreenName, RouteComponent> = {
  home: lazyRouteComponent(() => import('./routes/home.tsx'), 'Home'),
  feed: lazyRouteComponent(() => import('./routes/feed.tsx'), 'Feed'),
  apps: lazyRouteComponent(() => import('./routes/apps.tsx'), 'Apps'),
  nodes: lazyRouteComponent(() => import('./routes/nodes.tsx'), 'Nodes'),
  chat: lazyRouteComponent(() => import('./routes/chat.tsx'), 'Chat'),
  devlog: lazyRouteComponent(() => import('./routes/devlog.tsx'), 'Devlog'),
  feedback: lazyRouteComponent(() => import('./routes/feedback.tsx'), 'Feedback'),
  staking: lazyRouteComponent(() => import('./routes/staking.tsx'), 'Staking'),
  profile: lazyRouteComponent(() => import('./routes/profile.tsx'), 'Profile'),
}

/** On the server it is told where it is. */
export function createAppRouter(server?: { history: RouterHistory }) {
  const root = createRootRoute({ component: Root, errorComponent: RouteError })
  const pageRoutes = screens.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      component: pages[screen.name],
      staticData: { screen },
    }),
  )
  // Without it the router would take a path below a screen's for that screen.
  const unknown = createRoute({ getParentRoute: () => root, path: '$' })
  return createRouter({
    routeTree: root.addChildren([...pageRoutes, unknown]),
    // By itself the router scrolls to the top on every change of the address; `useArrival` does it by the route's name.
    scrollRestoration: server ? undefined : () => false,
    history: server?.history,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingComponent: Skeleton,
    defaultErrorComponent: RouteError,
  })
}
