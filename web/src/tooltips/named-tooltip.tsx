import { useEffect, useState } from 'react'
import { usePage } from '../page-state.tsx'
import { useText } from '../texts/text.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { type Dictionary, tooltipDictionary } from './dictionary.ts'

export interface NamedTooltipProps {
  /** Name in the dictionary; one that is not there shows nothing. */
  readonly name: string
  /** What it explains, as it stands beside it. */
  readonly term: string
}

/** A tooltip of the content service (MN-6). Load it as a part: no view needs it at once. */
export function NamedTooltip({ name, term }: NamedTooltipProps) {
  const t = useText()
  const { brand } = usePage()
  const [dictionary, setDictionary] = useState<Dictionary>({})
  useEffect(() => {
    let gone = false
    tooltipDictionary(brand.sharedBrandCode).then((found) => gone || setDictionary(found))
    return () => {
      gone = true
    }
  }, [brand.sharedBrandCode])
  const found = dictionary[name]
  return (
    found && (
      <Tooltip label={t('ui.about', { term })} iconType={found.iconType}>
        {found.description}
      </Tooltip>
    )
  )
}
