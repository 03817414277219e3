import type { ComponentProps } from 'react'
import { BenefitRows } from './benefit-rows.tsx'
import { CareRows } from './care-rows.tsx'
import { ChooseRow } from './choose-row.tsx'

/** Rows of a comparison below its amounts: benefits, the person's doctors and drugs, and the button for the cart. */
export function LaterRows(props: ComponentProps<typeof CareRows>) {
  return (
    <>
      <BenefitRows {...props} />
      <CareRows {...props} />
      <ChooseRow {...props} />
    </>
  )
}
