import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * A mutation that ignores further clicks while it is running. `isPending` alone is not enough, because it changes only with
 * the next render, and a second click can come before that.
 */
export function useSingleMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const isRunning = useRef(false);
  const mutation = useMutation(options);
  const mutate: typeof mutation.mutate = (...input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const finish = () => {
      isRunning.current = false;
    };
    mutation.mutateAsync(...input).then(finish, finish);
  };
  return { ...mutation, mutate };
}
