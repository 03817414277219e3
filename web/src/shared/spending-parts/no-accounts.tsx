import { Wallet } from 'lucide-react'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { SummaryData } from './spending-types.ts'

/** Having no account is different from having no known account. */
export function NoAccounts({ state }: { readonly state: Exclude<SummaryData['state'], 'loaded'> }) {
  const t = useText()
  const is = state === 'none' ? 'none-account' : 'not-loaded'
  return (
    <Card>
      <EmptyState
        icon={<Wallet />}
        title={t(`spending.${is}-title`)}
        text={t(`spending.${is}`)}
        action={<PhoneLink />}
      />
    </Card>
  )
}
