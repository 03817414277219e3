import { useEffect, useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type Dictionary, tooltipDictionary } from './dictionary.ts'

export interface NamedTooltipProps {
  /** Name in the dictionary; an unknown one shows nothing. */
  readonly name: string
  /** The term it explains, as written next to it. */
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
