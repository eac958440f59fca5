/** Signs a file and gives the path of the signature, which stands beside it. */
export type Signer = (file: string) => string;
