import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../routing/parents.ts'

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: 'settings',
    component: lazyRouteComponent(() => import('./SettingsPage.tsx'), 'SettingsPage'),
  }),
]
