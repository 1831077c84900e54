import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { SHELL } from '../text/shell.ts'

const SCHEMES = [
  { value: 'auto', label: SHELL.themeAuto, icon: IconDeviceDesktop },
  { value: 'light', label: SHELL.themeLight, icon: IconSun },
  { value: 'dark', label: SHELL.themeDark, icon: IconMoon },
] as const

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Current = SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={SHELL.theme}>
          <Current size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} stroke={1.6} />}
            aria-current={value === colorScheme}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
