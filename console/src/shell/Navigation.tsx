import { Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconApps,
  IconAppWindow,
  IconArchive,
  IconBook2,
  IconBroadcast,
  IconCalendarClock,
  IconDatabaseExport,
  IconDatabaseImport,
  IconFlag,
  IconFlask,
  IconFolders,
  IconHome,
  IconListDetails,
  IconMessage2,
  IconPlugConnected,
  IconServer2,
  IconUserCircle,
  IconUserCog,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { SHELL } from '../text/shell.ts'
import classes from './Navigation.module.css'

/** The entries of the main navigation, in groups. */
const GROUPS = [
  {
    label: SHELL.build,
    items: [
      { to: '/', label: SHELL.overview, icon: IconHome, isExact: true },
      { to: '/apps', label: SHELL.apps, icon: IconApps, isExact: false },
      { to: '/reference', label: SHELL.reference, icon: IconBook2, isExact: false },
    ],
  },
  {
    label: SHELL.enterprise,
    items: [{ to: '/compliance', label: SHELL.compliance, icon: IconBroadcast, isExact: false }],
  },
  {
    label: SHELL.you,
    items: [{ to: '/account', label: SHELL.account, icon: IconUserCircle, isExact: false }],
  },
] as const

/** Entries of the desk, for operators of the server. */
const DESK = {
  label: SHELL.operator,
  items: [
    { to: '/operator/server', label: SHELL.server, icon: IconServer2, isExact: false },
    { to: '/operator/users', label: SHELL.deskUsers, icon: IconUsers, isExact: false },
    { to: '/operator/posts', label: SHELL.deskPosts, icon: IconMessage2, isExact: false },
    { to: '/operator/reports', label: SHELL.deskReports, icon: IconFlag, isExact: false },
    { to: '/operator/sign-ups', label: SHELL.signUps, icon: IconUserPlus, isExact: false },
    { to: '/operator/apps', label: SHELL.deskApps, icon: IconAppWindow, isExact: false },
    { to: '/operator/projects', label: SHELL.deskProjects, icon: IconFolders, isExact: false },
    { to: '/operator/console-users', label: SHELL.consoleUsers, icon: IconUserCog, isExact: false },
    { to: '/operator/streams', label: SHELL.streamAccounts, icon: IconPlugConnected, isExact: false },
    { to: '/operator/imports', label: SHELL.imports, icon: IconDatabaseImport, isExact: false },
    { to: '/operator/exports', label: SHELL.exports, icon: IconDatabaseExport, isExact: false },
    { to: '/operator/backups', label: SHELL.backups, icon: IconArchive, isExact: false },
    { to: '/operator/failed-items', label: SHELL.failedItems, icon: IconAlertTriangle, isExact: false },
    { to: '/operator/versions', label: SHELL.versions, icon: IconCalendarClock, isExact: false },
    { to: '/operator/audit', label: SHELL.auditLog, icon: IconListDetails, isExact: false },
  ],
} as const

/** An entry that only a server with test controls shows. */
const TEST = [{ to: '/operator/test', label: SHELL.testControls, icon: IconFlask, isExact: false }] as const

export function Navigation() {
  const { user, has_test_controls: hasTest } = useSession()
  const desk = hasTest ? { ...DESK, items: [...DESK.items, ...TEST] } : DESK
  const groups = user.is_operator ? [...GROUPS, desk] : GROUPS
  return (
    <div className={classes['groups']}>
      {groups.map(({ label, items }) => (
        <div key={label}>
          <Text size="xs" fw={600} c="dimmed" className={classes['label'] ?? ''}>
            {label}
          </Text>
          <ul className={classes['list']}>
            {items.map(({ to, label: text, icon: Icon, isExact }) => (
              <li key={to}>
                <UnstyledButton
                  component={Link}
                  to={to}
                  activeOptions={{ exact: isExact, includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                  className={classes['link'] ?? ''}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  {text}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
