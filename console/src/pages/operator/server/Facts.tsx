import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

const NUMBER = new Intl.NumberFormat()
const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function numberText(value: number): string {
  return NUMBER.format(value)
}

/** The size in a unit, such as `12 MB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const unit = BYTES[step] ?? 'byte'
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumSignificantDigits: 3 })
  return format.format(bytes / 1000 ** step)
}

/** Labels with their values, side by side. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="lg" className={classes['facts'] ?? ''}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="lg" fw={600} className={classes['value'] ?? ''}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
