import { Group, SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'
import { PRODUCT } from '../../text/rules.ts'
import { PRODUCTS, type RuleProduct } from './products.ts'

interface Props {
  readonly product: RuleProduct
  readonly onChange: (product: RuleProduct) => void
}

const DATA = PRODUCTS.map((value) => ({ value, label: PRODUCT.names[value] }))

/** Chooses the API whose rules the page shows. */
export function ProductChoice({ product, onChange }: Props) {
  const id = useId()
  return (
    <Group gap="xs" mb="sm">
      <Text id={id} size="sm" fw={500}>
        {PRODUCT.label}
      </Text>
      <SegmentedControl
        size="xs"
        data={DATA}
        value={product}
        onChange={onChange}
        aria-labelledby={id}
        aria-describedby={`${id}-advice`}
      />
      <Text id={`${id}-advice`} size="xs" c="dimmed">
        {PRODUCT.advice[product]}
      </Text>
    </Group>
  )
}
