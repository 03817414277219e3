import { useText } from '../texts/text.tsx'
import { Select } from '../ui/select.tsx'

const leadViews = ['open', 'done'] as const
export type LeadView = (typeof leadViews)[number]

/** Whether people are shown who are still to be talked to, or those who are done. */
export function ViewChoice({ view, onView }: { readonly view: LeadView; readonly onView: (view: LeadView) => void }) {
  const t = useText()
  return (
    <Select
      label={t('leads.view')}
      value={view}
      onValue={(value) => onView(leadViews.find((one) => one === value) ?? 'open')}
    >
      {leadViews.map((one) => (
        <option key={one} value={one}>
          {t(`leads.view.${one}`)}
        </option>
      ))}
    </Select>
  )
}
