import { Outlet, useRouterState } from '@tanstack/react-router'
import classes from './RootLayout.module.css'

/** A thin bar at the top appears while the next page loads, also on a slow network. */
export function RootLayout() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  return (
    <>
      <div className={classes['progress']} data-loading={isLoading} aria-hidden />
      <Outlet />
    </>
  )
}
