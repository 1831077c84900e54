/** The parent routes of all pages. */
import { createRootRoute, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { loadApp } from '../pages/apps/queries.ts'
import { RootLayout } from '../shell/RootLayout.tsx'
import { NotFound } from './NotFound.tsx'
import { RouteError } from './RouteError.tsx'
import { requireSession } from './require-session.ts'

/** The root of all pages, including those without a session. */
export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
})

/** Pages with the navigation, for signed-in users. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('../shell/Shell.tsx'), 'Shell'),
  errorComponent: RouteError,
})

/** The operator's desk. Other users of the console get a page that tells them that they are not operators. */
export const operatorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'operator',
  component: lazyRouteComponent(() => import('../shell/OperatorLayout.tsx'), 'OperatorLayout'),
  errorComponent: RouteError,
})

/** Pages of one app, below its heading and tabs. */
export const appRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'apps/$appId',
  beforeLoad: ({ params }) => {
    if (!/^\d{1,20}$/.test(params.appId)) throw notFound()
  },
  staticData: { loadData: loadApp },
  component: lazyRouteComponent(() => import('../shell/AppLayout.tsx'), 'AppLayout'),
  errorComponent: RouteError,
})
