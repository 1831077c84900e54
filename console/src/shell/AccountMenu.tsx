import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { signOut, useSession } from '../session/session.ts'
import { SHELL } from '../text/shell.ts'

export function AccountMenu() {
  const { user, network_user: networkUser } = useSession()
  const navigate = useNavigate()
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => navigate({ to: '/sign-in' }) })
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={SHELL.accountMenu}>
          <IconUserCircle size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--mantine-color-text)" truncate>
            {user.email}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {networkUser === null ? user.account_name : `${user.account_name} · @${networkUser.screen_name}`}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconSettings size={16} stroke={1.6} />}>
          {SHELL.account}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={() => leave.mutate()}>
          {SHELL.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
