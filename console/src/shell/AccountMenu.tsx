import { ActionIcon, Menu } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SHELL } from '../text/shell.ts'

export function AccountMenu() {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={SHELL.accountMenu}>
          <IconUserCircle size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account">
          {SHELL.account}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
