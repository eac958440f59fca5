/** Where the console decides about sign-ins of command lines. */
export class AuthorizePage {
  /** @param publicUrl null where the service does not know its own address */
  constructor(readonly publicUrl: string | null) {}
}
