/* Files that the bundler reads as text. */
declare module "*.css" {
    const text: string;
    export default text;
}
