import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const oauth2Routes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'oauth2',
    component: lazyRouteComponent(() => import('./OAuth2Page.tsx'), 'OAuth2Page'),
  }),
]
