import { createLink } from '@tanstack/react-router';
import type { ComponentProps, JSX } from 'react';
import styles from './button.module.css';
import type { ButtonProps } from './button.js';
import { classNames } from './class-names.js';

function Anchor(props: ComponentProps<'a'> & Pick<ButtonProps, 'look'>): JSX.Element {
  const { look = 'plain', className, ...rest } = props;
  return <a data-action="" {...rest} className={classNames(styles.button, styles[look], className)} />;
}

/** A link to another page that looks like a button: the next thing to do. */
export const ButtonLink = createLink(Anchor);
