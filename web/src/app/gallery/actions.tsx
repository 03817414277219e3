import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { links } from '../../base/router/links.ts'
import { Button, ButtonLink, type ButtonVariant } from '../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../ui/dialog.tsx'
import { Menu, MenuAction, MenuLink, type MenuProps } from '../../ui/menu.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Specimen, Specimens } from './specimen.ts'
import { texts } from './texts.ts'

const doNothing = () => {}

function button(variant: ButtonVariant): Specimen {
  return { state: variant, show: <Button variant={variant}>{texts.short}</Button> }
}

function buttonLink(variant: ButtonVariant): Specimen {
  return {
    state: variant,
    show: (
      <ButtonLink to={links.screen('accessibility')} variant={variant}>
        {texts.short}
      </ButtonLink>
    ),
  }
}

function menu(state: string, props: Partial<MenuProps>): Specimen {
  return {
    state,
    show: (
      <Menu label={texts.short} align="start" {...props}>
        <MenuLink to={links.screen('accessibility')}>{texts.link}</MenuLink>
        {texts.options.map((option) => (
          <MenuAction key={option} onPress={doNothing}>
            {option}
          </MenuAction>
        ))}
      </Menu>
    ),
  }
}

function Choices() {
  const [chosen, setChosen] = useState<string>(texts.steps[0])
  return (
    <Menu label={chosen} align="start" icon={<Globe aria-hidden="true" />}>
      {texts.steps.map((step) => (
        <MenuAction key={step} keepOpen chosen={step === chosen} onPress={() => setChosen(step)}>
          {step}
        </MenuAction>
      ))}
    </Menu>
  )
}

function Opener({ state, ...props }: { readonly state: string } & Partial<DialogProps>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const buttons = (
    <>
      <Button onClick={close}>{texts.short}</Button>
      <Button variant="quiet" onClick={close}>
        Not now
      </Button>
    </>
  )
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open: {state}
      </Button>
      <Dialog open={open} onClose={close} title={texts.line} actions={buttons} {...props}>
        <p>{texts.paragraph}</p>
        <TextField label={texts.label} hint={texts.hint} />
        <Toggle label="More">{texts.paragraph}</Toggle>
      </Dialog>
    </>
  )
}

function dialog(state: string, props: Partial<DialogProps>): Specimen {
  return { state, show: <Opener state={state} {...props} /> }
}

export const actions: Specimens = {
  Button: [
    button('primary'),
    button('secondary'),
    button('quiet'),
    button('danger'),
    { state: 'with an icon', show: <Button icon={<Plus aria-hidden="true" />}>{texts.short}</Button> },
    { state: 'busy', show: <Button busy>{texts.short}</Button> },
    { state: 'disabled', show: <Button disabled>{texts.short}</Button> },
    { state: 'long', show: <Button>{texts.paragraph}</Button> },
  ],
  ButtonLink: [buttonLink('primary'), buttonLink('secondary'), buttonLink('quiet'), buttonLink('danger')],
  Dialog: [
    dialog('regular', {}),
    dialog('small', { size: 'small' }),
    dialog('not closeable', { closeable: false, size: 'small' }),
  ],
  Menu: [
    menu('closed', {}),
    menu('opened by a mouse at rest', { popup: true }),
    menu('flush with the end', { align: 'end' }),
  ],
  MenuAction: [{ state: 'choices that stay open', show: <Choices /> }],
  MenuLink: [
    {
      state: 'with an icon',
      show: (
        <MenuLink to={links.screen('accessibility')} icon={<Globe aria-hidden="true" />}>
          {texts.link}
        </MenuLink>
      ),
    },
  ],
  Toggle: [
    { state: 'closed', show: <Toggle label={texts.link}>{texts.paragraph}</Toggle> },
    {
      state: 'open',
      show: (
        <Toggle label={texts.short} startsOpen>
          {texts.paragraph}
        </Toggle>
      ),
    },
  ],
  Tooltip: ['help', 'info', 'warning'].map((iconType) => ({
    state: iconType,
    show: (
      <p>
        {texts.rows[1]}{' '}
        <Tooltip label={`About ${texts.rows[1]} (${iconType})`} iconType={iconType}>
          {texts.tip}
        </Tooltip>
      </p>
    ),
  })),
}
