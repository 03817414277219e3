import { Wrench } from 'lucide-react'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './write-to-us.module.css'

/** The 'maintenance' view (RT-4): for a while people cannot write, but they can call and read. */
export function Maintenance() {
  const t = useText()
  const { brand } = usePage()
  return (
    <EmptyState
      icon={<Wrench />}
      title={t('contact-us.maintenance-title')}
      text={
        <RichText
          id="contact-us.maintenance"
          values={{ hours: brand.customerServiceHours }}
          elements={{ phone: () => <PhoneLink className={styles.phone} /> }}
        />
      }
      action={
        <ButtonLink to={links.screen('message-center')} variant="secondary">
          {t('contact-us.read')}
        </ButtonLink>
      }
    />
  )
}
