import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

/** The reference of `script`: what React, Router and Query weigh for two screens and one question. */
const root = createRootRoute({
  component: () => (
    <>
      <Link to="/">Home</Link> <Link to="/list">List</Link>
      <Outlet />
    </>
  ),
})

const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Home</h1> })

const list = createRoute({
  getParentRoute: () => root,
  path: '/list',
  component: function List() {
    const { data } = useQuery({
      queryKey: ['list'],
      queryFn: async () => (await fetch('/list.json')).json() as Promise<string[]>,
    })
    return (
      <ul>
        {data?.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  },
})

const router = createRouter({ routeTree: root.addChildren([home, list]) })

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
