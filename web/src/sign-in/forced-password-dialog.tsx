import { useText } from '../messages/text.tsx'
import { links } from '../router/links.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The password must be changed before anything else (SI-7); there is no other way out. */
export function ForcedPasswordDialog({ open }: { readonly open: boolean }) {
  const t = useText()
  return (
    <Dialog
      size="small"
      open={open}
      closeable={false}
      onClose={() => {}}
      title={t('signIn.forced.title')}
      actions={<ButtonLink to={links.changePassword()}>{t('signIn.forced.action')}</ButtonLink>}
    >
      <p>{t('signIn.forced.text')}</p>
    </Dialog>
  )
}
